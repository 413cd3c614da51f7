import { encode } from 'uqr';

const QUIET_ZONE = 4; // modules around the code, as the standard asks

/** Return a QR code of a text as one SVG path, and the side of its square in modules. */
export function modulePath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const rows = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join(''));
  return { path: rows.join(''), size };
}
