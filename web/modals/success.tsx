/**
 * A success message. The value of the query key selects its text in the content; after a registration it is a welcome
 * with the next steps.
 */
import { useApi } from '../api/use-api.ts'
import { Button } from '../design/button/button.tsx'
import { Icon } from '../design/icon/icon.tsx'
import type { ModalKey, ModalModule, ModalProps } from '../modals.ts'
import { useLabels, useLocale } from '../render/labels.tsx'
import { useVisitor } from '../render/router.tsx'
import { ModalActions, ModalBody, ModalTitle } from './modal-frame.tsx'
import { useModal } from './use-modal.tsx'
import { Welcome } from './success/welcome.tsx'
import styles from './success.module.css'

type Words = { title?: string; description?: string; buttonLabel?: string }
/** The modals that buttons of messages open. A button without an entry closes the modal. */
const next = new Map<string, ModalKey>([['password-reset', 'sign-in']])

function Success({ value }: ModalProps) {
  return value === 'welcome' ? <Welcome /> : <Message value={value} />
}

function Message({ value }: ModalProps) {
  const t = useLabels('passwords')
  const locale = useLocale()
  const { open, close } = useModal()
  const { isSignedIn } = useVisitor()
  const { data } = useApi('GET /api/content/{locale}/{directory}', { params: { locale, directory: 'modals' } })
  const occasions = (data?.success ?? {}) as Record<string, Words>
  const texts = (Object.hasOwn(occasions, value) ? occasions[value] : occasions.other) ?? {}
  const following = isSignedIn ? undefined : next.get(value)
  const go = () => (following ? open(following, 'true', { instead: 'success' }) : close('success'))
  return (
    <>
      <ModalTitle>{texts.title ?? t('loading')}</ModalTitle>
      <ModalBody>
        <div className={styles.success}>
          <span className={styles.sign}>
            <Icon name={value.endsWith('-sent') ? 'mail' : 'check'} size={28} />
          </span>
          {texts.description && <p>{texts.description}</p>}
        </div>
      </ModalBody>
      <ModalActions>
        <Button tone="primary" size="l" isWide onClick={go}>
          {texts.buttonLabel ?? t('toGames')}
        </Button>
      </ModalActions>
    </>
  )
}

export const modal: ModalModule = { View: Success, labels: ['passwords', 'identity', 'bonuses'] }
