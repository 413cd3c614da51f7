/** A request of a form, and what came of it. */
import { describeError } from './api';

export class Attempt {
  errorText = $state('');
  doneText = $state('');
  isBusy = $state(false);

  /** Run a request. Afterwards `doneText` is set if `run` returns a text, and `errorText` if it fails. */
  async run(request: () => Promise<string | void>): Promise<void> {
    this.errorText = this.doneText = '';
    this.isBusy = true;
    try {
      this.doneText = (await request()) ?? '';
    } catch (error) {
      this.errorText = describeError(error);
    } finally {
      this.isBusy = false;
    }
  }
}
