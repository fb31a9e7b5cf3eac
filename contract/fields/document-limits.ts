/** What may be handed in as a document; the browser says so before it sends, the server decides. */
export const documentLimits = {
  maxBytes: 10 * 1024 * 1024,
  /** A picture of more is a mistake or a trap for whoever opens it. */
  maxPixels: 64_000_000,
  maxSide: 20_000,
  /** Of one player. */
  maxCount: 20,
  maxTotalBytes: 100 * 1024 * 1024,
} as const

/** Phones turn their own formats into one of these when asked for them. */
export const documentMimeTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const
export type DocumentMimeType = (typeof documentMimeTypes)[number]
