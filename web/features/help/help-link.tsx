/** Help, at the end of the top row in the cashier and in a game alike. Neither a form nor a game is left for it. */
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
