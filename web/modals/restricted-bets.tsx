/** Explains that the active bonus excludes a game. The value of the query key is the id of the game. */
import type { ModalModule, ModalProps } from '../modals.ts'
import { useApi } from '../api/use-api.ts'
import { Button, ButtonLink } from '../design/button/button.tsx'
import { useLabels } from '../render/labels.tsx'
import { ModalActions, ModalBody, ModalTitle } from './modal-frame.tsx'
import { useModal } from './use-modal.tsx'

function RestrictedBets({ value }: ModalProps) {
  const t = useLabels('bonuses')
  const modal = useModal()
  return (
    <>
      <ModalTitle>{t('restrictedTitle')}</ModalTitle>
      <ModalBody>
        <RestrictedText gameId={value} />
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

/** Shows the name of the game once it is loaded, and never the identity. */
export function RestrictedText({ gameId }: { gameId: string }) {
  const t = useLabels('bonuses')
  const { data: game } = useApi('GET /api/game/games/{id}', { params: { id: gameId } })
  return <p>{game ? t('restrictedText', { game: game.name }) : t('restrictedTextAnyGame')}</p>
}

export const modal: ModalModule = { View: RestrictedBets, labels: ['bonuses'] }
