/** Lists free help services: those of the visitor's country first, then the international ones. */
import { useContent } from '../../api/use-content.ts'
import { useVisitor } from '../../render/router.tsx'
import styles from './safer-play.module.css'

type Line = { name: string; url: string; phone?: string; text?: string }
/** `help` in `content/<locale>/global-components.json`. */
export type HelpContent = { international: Line[]; countries: Record<string, Line[]> }

export function HelpList() {
  const { international = [], countries = {} } = useContent<HelpContent>('global-components', 'help')
  const { init } = useVisitor()
  return <HelpLines lines={[...(countries[init.country ?? ''] ?? []), ...international]} />
}

export function HelpLines({ lines }: { lines: Line[] }) {
  return (
    <ul className={styles.help}>
      {lines.map(({ name, url, phone, text }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noopener">
            {name}
          </a>
          {phone && (
            <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} dir="ltr">
              {phone}
            </a>
          )}
          {text && <span className={styles.note}>{text}</span>}
        </li>
      ))}
    </ul>
  )
}
