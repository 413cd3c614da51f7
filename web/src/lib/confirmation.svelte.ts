/** Carries out changes to the account. If the server wants proof of who the user is, a dialog asks for it first. */
import { ApiError, describeError, post } from './api';
import { t } from './texts';
import { usePasskey, type CredentialJson } from './passkeys';

type Proof = { password: string } | { passkey: CredentialJson };

export class Confirmation {
  isOpen = $state(false);
  errorText = $state('');
  #settle: ((isConfirmed: boolean) => void) | null = null;

  /** Run a request. Returns undefined if the user doesn't confirm it. */
  async run<T>(request: () => Promise<T>): Promise<T | undefined> {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof ApiError && error.problem.code === 'confirmation-needed')) throw error;
    }
    return (await this.#ask()) ? request() : undefined;
  }

  #ask(): Promise<boolean> {
    this.errorText = '';
    this.isOpen = true;
    return new Promise((resolve) => (this.#settle = resolve));
  }

  async confirm(proof: Proof): Promise<void> {
    this.errorText = '';
    try {
      await post('account/confirm', proof);
    } catch (error) {
      this.errorText = describeError(error);
      return;
    }
    this.#close(true);
  }

  async confirmWithPasskey(): Promise<void> {
    this.errorText = '';
    try {
      const passkey = await usePasskey('account/confirm');
      if (passkey) await this.confirm({ passkey });
      else this.errorText = t('passkey-failed');
    } catch (error) {
      this.errorText = describeError(error);
    }
  }

  cancel(): void {
    this.#close(false);
  }

  #close(isConfirmed: boolean): void {
    this.isOpen = false;
    this.#settle?.(isConfirmed);
    this.#settle = null;
  }
}
