/** Explains what changes when the player switches from demo to real play. */
import { useContent } from '../api/use-content.ts'
import { Button } from '../design/button/button.tsx'
import { GameChoice } from '../features/games/game-choice.tsx'
import { useModal } from './use-modal.tsx'
import type { ModalModule, ModalProps } from '../modals.ts'

function DemoGame({ value }: ModalProps) {
  const modal = useModal()
  const texts = useContent<{ stayLabel: string }>('modals', 'demo-game')
  return (
    <GameChoice
      gameId={value}
      file="demo-game"
      second={
        <Button size="l" isWide onClick={() => modal.close('demo-game')}>
          {texts.stayLabel}
        </Button>
      }
    />
  )
}

export const modal: ModalModule = { View: DemoGame, labels: ['games', 'lobby'] }
