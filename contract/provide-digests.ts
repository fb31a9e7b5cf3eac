/**
 * Provides SHA-256 and HMAC-SHA-256 for pages loaded over plain http, where browsers offer no WebCrypto, so that rounds
 * can be recalculated there as well. Signatures are not provided.
 */
type PartialCrypto = { subtle?: object }
type Bytes = ArrayBuffer | ArrayBufferView

/** Must be called before anything that uses `crypto.subtle` for a digest. */
export async function provideDigests(crypto: PartialCrypto = globalThis.crypto): Promise<void> {
  if (crypto.subtle) return
  const [{ hmac }, { sha256 }] = await Promise.all([import('@noble/hashes/hmac.js'), import('@noble/hashes/sha2.js')])
  const keys = new WeakMap<object, Uint8Array>()
  const subtle = {
    digest: async (_algorithm: unknown, data: Bytes) => new Uint8Array(sha256(bytesOf(data))).buffer,
    importKey: async (_format: unknown, data: Bytes) => {
      const key = {}
      keys.set(key, bytesOf(data))
      return key
    },
    sign: async (_algorithm: unknown, key: object, data: Bytes) =>
      new Uint8Array(hmac(sha256, keys.get(key)!, bytesOf(data))).buffer,
  }
  Object.defineProperty(crypto, 'subtle', { value: subtle, configurable: true })
}

/** Copies the data, as WebCrypto does. */
function bytesOf(data: Bytes): Uint8Array {
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice()
    : new Uint8Array(data.slice(0))
}
