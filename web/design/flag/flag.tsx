/** A country's flag as an image, because Windows shows emoji flags as letters. It is decorative: show the name too. */
import { LazyImage } from '../lazy-image/lazy-image.tsx'
import styles from './flag.module.css'

const files = import.meta.glob<string>('../../../node_modules/country-flag-icons/3x2/??.svg', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
})
const flags = new Map(Object.entries(files).map(([path, url]) => [path.slice(-6, -4), url]))

export function Flag({ country }: { country: string }) {
  const url = flags.get(country)
  return url ? <LazyImage className={styles.flag} src={url} width={24} height={16} /> : <span className={styles.flag} />
}
