/** Whether the server can be reached. Requests report it; while it can't, the page asks every few seconds. */
const RETRY_MS = 5000;

class Network {
  isOffline = $state(globalThis.navigator?.onLine === false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Note whether a request has reached the server. */
  report(isReachable: boolean): void {
    this.isOffline = !isReachable;
    clearTimeout(this.#timer);
    if (!isReachable) this.#timer = setTimeout(() => void this.check(), RETRY_MS);
  }

  async check(): Promise<void> {
    try {
      this.report((await fetch('/health')).ok);
    } catch {
      this.report(false);
    }
  }
}

export const network = new Network();
