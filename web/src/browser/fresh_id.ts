/** An id that nobody else has. Unlike crypto.randomUUID it is there on pages without encryption too: a phone in the same
 * network asks for http://192.168.1.2:8000. */
export function freshId(bytes = 16): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
