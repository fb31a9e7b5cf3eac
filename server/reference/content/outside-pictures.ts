/**
 * Pictures hosted by an operator or a partner. Their addresses are rewritten to this site, which fetches them
 * (`picture-proxy.ts`), so that the page policy names no other host. They are signed, so that only rewritten addresses
 * are fetched.
 */
import { createHmac } from 'node:crypto'
import type { Settings } from '../../settings.ts'
import { deriveKey, deriveKeys, isSignedWithAny, type Secrets } from '../../kernel/secret.ts'

type PictureSettings = Pick<Settings, 'secret' | 'imageOrigins'> & Secrets
/** 96 bits are enough: a forged address would only make the site fetch a picture from an allowed host. */
const signatureBytes = 12

/** The address on this site for a picture on an allowed host; any other address unchanged. */
export function pictureAddress(settings: PictureSettings, address: string): string {
  if (!isAllowedPicture(settings, address)) return address
  return `/images/${signatureOf(deriveKey(settings.secret, 'pictures'), address).toString('base64url')}/${Buffer.from(address).toString('base64url')}`
}

export function isAllowedPicture({ imageOrigins }: PictureSettings, address: string): boolean {
  return URL.canParse(address) && imageOrigins.includes(new URL(address).origin)
}

/** The picture of a signed address; null for any other address. */
export function readPictureAddress(settings: PictureSettings, signature: string, encoded: string): string | null {
  const address = Buffer.from(encoded, 'base64url').toString()
  const received = Buffer.from(signature, 'base64url')
  const isSigned = isSignedWithAny(deriveKeys(settings, 'pictures'), received, (key) => signatureOf(key, address))
  return isSigned && isAllowedPicture(settings, address) ? address : null
}

function signatureOf(key: string, address: string): Buffer {
  return createHmac('sha256', key).update(address).digest().subarray(0, signatureBytes)
}

/** Link targets are not pictures. */
const linkKeys = /(link|href|url)$/i
const rewritten = new WeakMap<object, unknown>()

/**
 * Content with rewritten picture addresses: the same object for the same content, so that pages are serialized once.
 */
export function withPictureAddresses<T extends object>(settings: PictureSettings, content: T): T {
  if (settings.imageOrigins.length === 0) return content
  let answer = rewritten.get(content)
  if (!answer) rewritten.set(content, (answer = rewrite(settings, content, '')))
  return answer as T
}

function rewrite(settings: PictureSettings, value: unknown, key: string): unknown {
  if (typeof value === 'string') return linkKeys.test(key) ? value : pictureAddress(settings, value)
  if (Array.isArray(value)) return value.map((item) => rewrite(settings, item, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, rewrite(settings, item, name)]))
}
