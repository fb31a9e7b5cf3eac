/** The search for games: a GET form before hydration, with instant results afterwards. */
import { Icon } from '../../design/icon/icon.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useSearchInput } from '../../shell/use-search-input.ts'
import styles from './search-box.module.css'

/** `to` is the results page; `keep` are further query fields, such as a provider filter. */
export function SearchBox({
  to,
  keep = [],
  label,
  isPhoneOnly,
}: {
  to: string
  keep?: Array<[name: string, value: string]>
  label?: string
  isPhoneOnly?: boolean
}) {
  const t = useLabels('lobby')
  const { form, input } = useSearchInput(to, keep)
  const name = label ?? t('searchPlaceholder')
  return (
    <form className={styles.box} data-phone={isPhoneOnly || undefined} aria-label={name} {...form}>
      <Icon name="search" />
      {keep.map(([field, value]) => (
        <input key={field + value} type="hidden" name={field} value={value} />
      ))}
      <input {...input} id="search" placeholder={name} aria-label={name} />
    </form>
  )
}
