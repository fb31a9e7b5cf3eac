/** Asks before a partly completed registration is closed. */
import { useApi } from '../api/use-api.ts'
import { Button } from '../design/button/button.tsx'
import type { ModalModule } from '../modals.ts'
import { useLabels, useLocale } from '../render/labels.tsx'
import { useNavigator } from '../render/router.tsx'
import { closeBoth } from './close-both.ts'
import { ModalActions, ModalTitle } from './modal-frame.tsx'
import { closeModal } from './use-modal.tsx'

type Words = { title?: string; description?: string; stayLabel?: string; leaveLabel?: string }

function SignUpCancel() {
  const t = useLabels('identity')
  const locale = useLocale()
  const navigator = useNavigator()
  const { data } = useApi('GET /api/content/{locale}/{directory}', { params: { locale, directory: 'modals' } })
  const texts = (data?.['sign-up-cancel'] ?? {}) as Words
  const stay = () => closeModal(navigator, 'sign-up-cancel')
  const leave = () => closeBoth(navigator, 'sign-up-cancel', 'sign-up')
  return (
    <>
      <ModalTitle description={texts.description}>{texts.title ?? t('stopTitle')}</ModalTitle>
      <ModalActions>
        <Button tone="primary" isWide onClick={stay}>
          {texts.stayLabel ?? t('stay')}
        </Button>
        <Button isWide onClick={leave}>
          {texts.leaveLabel ?? t('leave')}
        </Button>
      </ModalActions>
    </>
  )
}

export const modal: ModalModule = { View: SignUpCancel, labels: ['identity'] }
