/**
 * The operator's wordmark: `brand` in `layout.json` names pictures in the content folder, which are checked at startup and
 * served by the hash of their bytes. Pages receive their addresses and proportions instead of the file names.
 */
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { pictureFault, type PictureType, proportionsOf } from './internal/picture.ts'

const path = z
  .string()
  .regex(/^(?!.*\.\.)[\w-][\w./-]*\.(svg|png)$/, 'must be the path of an .svg or .png file in the content folder')
const BrandFile = z.strictObject({
  alt: z.string().min(1),
  /** The wordmark, and the icon that replaces it in small spaces. */
  logo: path,
  mark: path,
  /** For the light theme, on which the others would be invisible. */
  logoLight: path.optional(),
  markLight: path.optional(),
})

export type ServedPicture = { type: PictureType; bytes: Buffer }
export type Brand = { alt: string } & Partial<Record<PictureName, { src: string; width: number; height: number }>>
type PictureName = (typeof names)[number]
const names = ['logo', 'mark', 'logoLight', 'markLight'] as const

/**
 * The data for pages; the pictures are added to `served` by file name. Throws an error of one sentence if the brand is
 * invalid.
 */
export function readBrand(file: unknown, contentDir: string, served: Map<string, ServedPicture>): Brand {
  const parsed = BrandFile.safeParse(file)
  if (!parsed.success)
    throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
  const pictures = names.flatMap((name) =>
    parsed.data[name]
      ? [[name, readPicture(join(contentDir, parsed.data[name]), parsed.data[name], served)] as const]
      : [],
  )
  return { alt: parsed.data.alt, ...Object.fromEntries(pictures) }
}

const maxBytes = 200_000

function readPicture(
  file: string,
  name: string,
  served: Map<string, ServedPicture>,
): { src: string; width: number; height: number } {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new Error(`no file ${name} in the content folder`)
  if (statSync(file).size > maxBytes) throw new Error(`${name} is larger than ${maxBytes / 1000} kB`)
  const bytes = readFileSync(file)
  const type = name.endsWith('.svg') ? 'svg' : 'png'
  const fault = pictureFault(bytes, type)
  if (fault) throw new Error(`${name} ${fault}`)
  const hashed = `${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.${type}`
  served.set(hashed, { type, bytes })
  return { src: `/brand/${hashed}`, ...proportionsOf(bytes, type)! }
}

export type BrandIcon = { src: string; type: string; sizes: string; isForLight: boolean }

/** The brand's icons in a locale's pages, for tabs and home screens; none if the default ones are used. */
export function brandIcons(brand: Partial<Brand> | undefined): BrandIcon[] {
  return (['mark', 'markLight'] as const).flatMap((name) => {
    const picture = brand?.[name]
    if (!picture) return []
    const isDrawn = picture.src.endsWith('.svg')
    return [
      {
        src: picture.src,
        type: isDrawn ? 'image/svg+xml' : 'image/png',
        sizes: isDrawn ? 'any' : `${picture.width}x${picture.height}`,
        isForLight: name === 'markLight',
      },
    ]
  })
}
