/** The settings of outside studios (STUDIOS). */
import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'
import { readPublicKey } from './hub88/signature.ts'

const Slug = z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/)
const Address = z.url({ protocol: /^https?$/ })
const Pem = (read: (pem: string) => unknown) =>
  z.string().refine((pem) => {
    try {
      read(pem)
      return true
    } catch {
      return false
    }
  }, 'not an RSA key in PEM')
const common = {
  slug: Slug,
  name: z.string().min(1).max(64),
  /** The address of the studio's API. */
  url: Address,
  /** The origins of its games, which pages may embed. */
  frames: z.array(Address).max(20).default([]),
}

export const StudioSetting = z.discriminatedUnion('protocol', [
  z.strictObject({
    ...common,
    protocol: z.literal('hub88'),
    operatorId: z.int().min(1),
    /** The site's own, which signs its calls. */
    privateKey: Pem(createPrivateKey),
    /** The studio's; two while one is being replaced. */
    publicKeys: z.array(Pem(readPublicKey)).min(1).max(2),
  }),
  z.strictObject({
    ...common,
    protocol: z.literal('softswiss'),
    casinoId: z.string().min(1).max(64),
    /** Shared secrets: the first one signs, all are accepted. */
    secrets: z.array(z.string().min(16)).min(1).max(2),
  }),
])
export type StudioSetting = z.output<typeof StudioSetting>

/** Slugs of the site's own studios. */
const reservedSlugs = ['fairhouse-studio', 'lantern']

export function studioFaults({ NODE_ENV, STUDIOS }: { NODE_ENV: string; STUDIOS: StudioSetting[] }): string[] {
  const slugs = STUDIOS.map(({ slug }) => slug)
  const faults = slugs
    .filter((slug) => reservedSlugs.includes(slug))
    .map((slug) => `STUDIOS: the slug ${slug} is taken`)
  if (new Set(slugs).size < slugs.length) faults.push('STUDIOS: two studios have the same slug')
  if (NODE_ENV === 'production')
    for (const { slug, url } of STUDIOS)
      if (url.startsWith('http:')) faults.push(`STUDIOS: the address of ${slug} must be https`)
  return faults
}
