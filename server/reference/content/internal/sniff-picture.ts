/** Determines a picture's type from its bytes, regardless of the declared one. */
import { pictureFault } from './picture.ts'

/** The media type; null for types that are not served. An SVG is accepted if it has no active content. */
export function sniffPicture(bytes: Buffer): string | null {
  const starts = (text: string, at = 0) => bytes.subarray(at, at + text.length).toString('latin1') === text
  if (starts('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (starts('\xff\xd8\xff')) return 'image/jpeg'
  if (starts('GIF87a') || starts('GIF89a')) return 'image/gif'
  if (starts('RIFF') && starts('WEBP', 8)) return 'image/webp'
  if (starts('ftypavif', 4) || starts('ftypavis', 4)) return 'image/avif'
  const isText = /^\s*(<\?xml|<!--|<svg)/i.test(
    bytes
      .subarray(0, 256)
      .toString('utf8')
      .replace(/^\uFEFF/, ''),
  )
  return isText && pictureFault(bytes, 'svg') === null ? 'image/svg+xml' : null
}
