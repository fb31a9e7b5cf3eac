/** A country's flag as an image file; emoji flags are missing on Windows. Part of lazily loaded screens alone: it knows all files. */
const files = import.meta.glob<string>('/node_modules/country-flag-icons/3x2/*.svg', { eager: true, query: '?url&no-inline', import: 'default' })

export function Flag({ country }: { country: string }) {
  const file = files[`/node_modules/country-flag-icons/3x2/${country}.svg`]
  return file ? <img src={file} alt="" width={24} height={16} loading="lazy" decoding="async" /> : null
}
