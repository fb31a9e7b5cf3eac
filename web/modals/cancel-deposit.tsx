/** Asks before a deposit is left. Content has the texts and decides whether the question is asked. */
import type { ModalModule } from '../modals.ts'
import { useApi } from '../api/use-api.ts'
import { Button } from '../design/button/button.tsx'
import { useLocale } from '../render/labels.tsx'
import { useNavigator, useLocation } from '../render/router.tsx'
import { closeBoth } from './close-both.ts'
import { ModalActions, ModalBody, ModalTitle } from './modal-frame.tsx'
import { useModal } from './use-modal.tsx'

type Words = { title: string; description: string; stayLabel: string; leaveLabel: string }

function CancelDeposit() {
  const locale = useLocale()
  const modal = useModal()
  const navigator = useNavigator()
  const { search } = useLocation()
  const { data } = useApi('GET /api/content/{locale}/{directory}', { params: { locale, directory: 'modals' } })
  // The wallet under this modal has already loaded the content.
  const texts = (data?.['cancel-deposit'] ?? {}) as Partial<Words>
  const isOverWallet = new URLSearchParams(search).has('wallet')
  const stay = () =>
    isOverWallet ? modal.close('cancel-deposit') : modal.open('wallet', 'deposit', { instead: 'cancel-deposit' })
  const leave = () => closeBoth(navigator, 'cancel-deposit', 'wallet')
  return (
    <>
      <ModalTitle>{texts.title}</ModalTitle>
      <ModalBody>
        <p>{texts.description}</p>
      </ModalBody>
      <ModalActions>
        <Button size="l" isWide onClick={stay}>
          {texts.stayLabel}
        </Button>
        <Button size="l" isWide onClick={leave}>
          {texts.leaveLabel}
        </Button>
      </ModalActions>
    </>
  )
}

export const modal: ModalModule = { View: CancelDeposit }
