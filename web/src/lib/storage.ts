/** Settings that this browser keeps. Private windows may refuse to. */
export function loadSetting(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function saveSetting(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // the setting lasts as long as the page
  }
}

/** Load a setting that is stored as JSON, or the default if there is none or somebody has changed it. */
export function loadJson<T>(key: string, isValid: (value: unknown) => value is T, otherwise: T): T {
  try {
    const value: unknown = JSON.parse(loadSetting(key) ?? '');
    return isValid(value) ? value : otherwise;
  } catch {
    return otherwise;
  }
}

export function removeSetting(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // there is none
  }
}
