/** Which files are accepted as documents; the browser checks before uploading, the server decides. */
export const documentLimits = {
  maxBytes: 10 * 1024 * 1024,
  /** Larger pictures are mistakes or decompression bombs. */
  maxPixels: 64_000_000,
  maxSide: 20_000,
  /** Per player. */
  maxCount: 20,
  maxTotalBytes: 100 * 1024 * 1024,
} as const

/** Phones convert their own formats to one of these on request. */
export const documentMimeTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const
export type DocumentMimeType = (typeof documentMimeTypes)[number]
