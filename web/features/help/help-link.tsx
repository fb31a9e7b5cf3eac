/** The link to help in cashier and games. It opens in a new tab or the chat, so that the form or game stays open. */
import { Icon } from '../../design/icon/icon.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useLocalePath } from '../../render/router.tsx'

export function HelpLink({ className }: { className: string | undefined }) {
  const t = useLabels('shell')
  return (
    <a href={useLocalePath()('/contact')} data-aside="" className={className} aria-label={t('help')}>
      <Icon name="question" />
    </a>
  )
}
