/** The few HTTP calls; every refusal of the server becomes an ApiError with its key. */
import type { Refusal } from './types';

export class ApiError extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.key);
  }
}

export const url = (path: string): string => new URL(path, document.baseURI).href;

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(url(path), {
      method,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new ApiError({ key: 'net.unreachable', args: {}, rule: null });
  }
  const text = await response.text();
  let data: unknown;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    data = null;
  }
  if (!response.ok) {
    const error = (data as { error?: Refusal } | null)?.error;
    throw new ApiError(error ?? { key: 'net.odd', args: { status: response.status }, rule: null });
  }
  return data as T;
}

export const get = <T>(path: string): Promise<T> => call<T>('GET', path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => call<T>('POST', path, body);
export const put = <T>(path: string, body: unknown = {}): Promise<T> => call<T>('PUT', path, body);
export const remove = <T>(path: string): Promise<T> => call<T>('DELETE', path);

/** A key that names one intended order, kept when it is sent again. */
export function freshKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('');
}
