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

/** HEIC is what iPhones and many other phones store. */
export const documentMimeTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'application/pdf'] as const
export type DocumentMimeType = (typeof documentMimeTypes)[number]

/** For the picker of files; systems that do not know the type know the ending. */
export const documentAccept = [...documentMimeTypes, 'image/heif', '.heic', '.heif'].join(',')

/** What the browser says about a file; systems that do not know its type say nothing. The server decides by its bytes. */
export function isDocumentType(type: string): boolean {
  return type === '' || type === 'image/heif' || documentMimeTypes.some((known) => known === type)
}
