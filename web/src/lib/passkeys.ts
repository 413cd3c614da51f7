/** Passkeys: asks the browser for a credential, and turns it into JSON for the server. */
import { post } from './api';

export type CredentialJson = Record<string, unknown>;
interface Options<T> {
  options: T;
}

/** Whether this browser can use passkeys here: on a secure connection, or on this machine. */
export function supportsPasskeys(): boolean {
  return (
    window.isSecureContext &&
    'PublicKeyCredential' in window &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential
  );
}

/** Create a passkey; null if the user cancels. */
export async function createPasskey(): Promise<CredentialJson | null> {
  const { options } = await post<Options<PublicKeyCredentialCreationOptionsJSON>>('passkeys/options', {});
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return askBrowser(() => navigator.credentials.create({ publicKey }));
}

/** Use a passkey to sign in, or to confirm a change to the account; null if the user cancels. */
export async function usePasskey(
  purpose: 'login/passkey' | 'account/confirm',
): Promise<CredentialJson | null> {
  const { options } = await post<Options<PublicKeyCredentialRequestOptionsJSON>>(`${purpose}/options`, {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return askBrowser(() => navigator.credentials.get({ publicKey }));
}

async function askBrowser(ask: () => Promise<Credential | null>): Promise<CredentialJson | null> {
  try {
    const credential = await ask();
    return credential instanceof PublicKeyCredential ? (credential.toJSON() as CredentialJson) : null;
  } catch (error) {
    if (error instanceof DOMException) return null; // cancelled, timed out, or no passkey fits
    throw error;
  }
}
