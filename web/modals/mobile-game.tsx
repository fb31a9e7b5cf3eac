/** The details of a game over the current page, with buttons for real and demo play. */
import { useContent } from '../api/use-content.ts'
import { ButtonLink } from '../design/button/button.tsx'
import { GameChoice } from '../features/games/game-choice.tsx'
import type { ModalModule, ModalProps } from '../modals.ts'

function MobileGame({ value }: ModalProps) {
  const texts = useContent<{ demoLabel: string }>('modals', 'mobile-game')
  return (
    <GameChoice
      gameId={value}
      file="mobile-game"
      second={
        <ButtonLink to={`/games/${value}?play=demo`} size="l" isWide>
          {texts.demoLabel}
        </ButtonLink>
      }
    />
  )
}

export const modal: ModalModule = { View: MobileGame, labels: ['games', 'lobby'] }
