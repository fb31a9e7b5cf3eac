/** What a user agent reveals about a device. */

const browsers: Array<[RegExp, string]> = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/(?:Headless)?Chrome\/|CriOS\//, 'Chrome'],
  [/Version\/[\d.]+.*Safari\//, 'Safari'],
]
const systems: Array<[RegExp, string]> = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** A short, recognisable description. */
export function deviceOf(userAgent: string): string {
  const parts = [browsers, systems].map((table) => table.find(([pattern]) => pattern.test(userAgent))?.[1])
  return parts.filter(Boolean).join(' · ') || userAgent.slice(0, 40)
}

/** Whether the device is a phone or tablet. Tablets that identify themselves as desktops count as desktops. */
export const isMobile = (userAgent: string): boolean => /Android|iPhone|iPad|Mobi/.test(userAgent)
