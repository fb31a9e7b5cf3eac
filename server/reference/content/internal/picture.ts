/** Requirements for a logo file: a valid PNG, or an SVG without active content. */

export type PictureType = 'svg' | 'png'

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** None of this runs in an image; an SVG that contains it is refused. */
const active =
  /<\s*(?:[\w-]+:)?(script|foreignObject|iframe|embed|object|handler|set|animate\w*)\b|\son[a-z]+\s*=|javascript:|<!ENTITY|@import/i
/** References are limited to the picture: `#part` or embedded data. */
const outside =
  /(?:href|src)\s*=\s*(["'])(?!#|data:image\/(?:png|jpeg|webp)[;,])[^"']*\1|url\((?!\s*["']?(?:#|data:image\/(?:png|jpeg|webp)[;,]))/i

/** Why the picture is refused, as the end of a sentence that begins with its name; null if it is valid. */
export function pictureFault(bytes: Buffer, type: PictureType): string | null {
  if (type === 'png')
    return bytes.subarray(0, 8).equals(pngStart) && proportionsOf(bytes, type) ? null : 'is not a valid PNG'
  const text = bytes.toString('utf8')
  if (!/<svg[\s>]/.test(text)) return 'is not a valid SVG'
  if (active.test(text)) return 'contains scripts, animations or other active content; export it as a static picture'
  if (outside.test(text)) return 'refers to external content; embed it'
  return proportionsOf(bytes, type) ? null : 'has neither a viewBox nor width and height'
}

export function proportionsOf(bytes: Buffer, type: PictureType): { width: number; height: number } | null {
  const [width, height] = type === 'png' ? pngSize(bytes) : svgSize(bytes.toString('utf8'))
  return width! > 0 && height! > 0 ? { width: width!, height: height! } : null
}

/** The header chunk comes first in every PNG. */
function pngSize(bytes: Buffer): number[] {
  return bytes.length >= 24 ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : []
}

function svgSize(text: string): number[] {
  const tag = /<svg[^>]*>/.exec(text)?.[0] ?? ''
  const box = /\sviewBox\s*=\s*["']([^"']+)/
    .exec(tag)?.[1]
    ?.trim()
    .split(/[\s,]+/)
    .map(Number)
  if (box?.length === 4) return box.slice(2)
  return ['width', 'height'].map((name) =>
    Number(new RegExp(`\\s${name}\\s*=\\s*["']([\\d.]+)(?:px)?["']`).exec(tag)?.[1] ?? Number.NaN),
  )
}
