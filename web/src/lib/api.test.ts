import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeServer } from '../test/fake-server';
import { ApiError, describeError, get, post } from './api';
import { loadTexts } from './texts';

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await loadTexts('en');
});

describe('a request', () => {
  it('names the reader’s language', async () => {
    server.responses.set('games', []);
    await get('games');
    expect([...server.languages]).toEqual(['en']);
    await loadTexts('de');
    await post('games', {});
    expect([...server.languages]).toEqual(['en', 'de']);
  });

  it('that is refused has the server’s sentence', async () => {
    const error = await get('nowhere').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(describeError(error)).toBe('Not found.');
    expect(describeError(new TypeError('failed to fetch'))).toBe('Something went wrong.');
  });

  it('that a proxy answers has a sentence of the page', async () => {
    vi.stubGlobal('fetch', async () => new Response('<html>', { status: 502, statusText: 'Bad Gateway' }));
    await loadTexts('de');
    const error = await get('games').catch((caught: unknown) => caught);
    expect(describeError(error)).toBe('Etwas ist schiefgegangen.');
  });
});
