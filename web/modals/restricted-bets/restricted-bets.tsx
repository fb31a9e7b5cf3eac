/** The active bonus excludes this game. The key's value is the game. */
import type { ModalModule, ModalProps } from '../../modals.ts'
import { useApi } from '../../api/use-api.ts'
import { Button, ButtonLink } from '../../design/button/button.tsx'
import { useLabels } from '../../render/labels.tsx'
import { ModalActions, ModalBody, ModalTitle } from '../modal-frame.tsx'
import { useModal } from '../use-modal.tsx'

function RestrictedBets({ value }: ModalProps) {
  const t = useLabels('bonuses')
  const modal = useModal()
  const { data: game } = useApi('GET /api/game/games/{id}', { params: { id: value } })
  return (
    <>
      <ModalTitle>{t('restrictedTitle')}</ModalTitle>
      <ModalBody>
        <p>{t('restrictedText', { game: game?.name ?? value })}</p>
      </ModalBody>
      <ModalActions>
        <Button tone="primary" size="l" isWide onClick={() => modal.close('restricted-bets')}>
          {t('understood')}
        </Button>
        <ButtonLink to="/profile/bonuses" size="l" isWide>
          {t('toBonuses')}
        </ButtonLink>
      </ModalActions>
    </>
  )
}

export const modal: ModalModule = { View: RestrictedBets, labels: ['bonuses'] }
