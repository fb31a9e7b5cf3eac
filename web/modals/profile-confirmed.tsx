/** Shown when the e-mail address has been confirmed. */
import { useApi } from '../api/use-api.ts'
import { Button } from '../design/button/button.tsx'
import { Icon } from '../design/icon/icon.tsx'
import type { ModalModule } from '../modals.ts'
import { useLabels, useLocale } from '../render/labels.tsx'
import { useVisitor } from '../render/router.tsx'
import { ModalActions, ModalBody, ModalTitle } from './modal-frame.tsx'
import styles from './success.module.css'
import { useModal } from './use-modal.tsx'

type Words = { title?: string; description?: string; playLabel?: string; signInLabel?: string }

function ProfileConfirmed() {
  const t = useLabels('passwords')
  const locale = useLocale()
  const { open, close } = useModal()
  const { isSignedIn } = useVisitor()
  const { data } = useApi('GET /api/content/{locale}/{directory}', { params: { locale, directory: 'modals' } })
  const texts = (data?.['profile-confirmed'] ?? {}) as Words
  const go = () => (isSignedIn ? close('profile-confirmed') : open('sign-in', 'true', { instead: 'profile-confirmed' }))
  return (
    <>
      <ModalTitle>{texts.title ?? t('loading')}</ModalTitle>
      <ModalBody>
        <div className={styles.success}>
          <span className={styles.sign}>
            <Icon name="check" size={28} />
          </span>
          {texts.description && <p>{texts.description}</p>}
        </div>
      </ModalBody>
      <ModalActions>
        <Button tone="primary" size="l" isWide onClick={go}>
          {isSignedIn ? (texts.playLabel ?? t('toGames')) : (texts.signInLabel ?? t('signIn'))}
        </Button>
      </ModalActions>
    </>
  )
}

export const modal: ModalModule = { View: ProfileConfirmed, labels: ['passwords'] }
