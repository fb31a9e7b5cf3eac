/** Limits of uploaded documents. The browser checks them before uploading; the server's check is decisive. */
export const documentLimits = {
  maxBytes: 10 * 1024 * 1024,
  /** Larger images are mistakes or decompression bombs. */
  maxPixels: 64_000_000,
  maxSide: 20_000,
  /** Per player. */
  maxCount: 20,
  maxTotalBytes: 100 * 1024 * 1024,
} as const

/** HEIC is what iPhones and many other phones store. */
export const documentMimeTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'application/pdf'] as const
export type DocumentMimeType = (typeof documentMimeTypes)[number]

/** The value for the file picker; systems that do not know a type recognise the file extension. */
export const documentAccept = [...documentMimeTypes, 'image/heif', '.heic', '.heif'].join(',')

/**
 * Checks the type that the browser reports, which is empty if the system does not know it. The server decides by the
 * file's bytes.
 */
export function isDocumentType(type: string): boolean {
  return type === '' || type === 'image/heif' || documentMimeTypes.some((known) => known === type)
}
