import { SimplePage } from '../../shell/simple-page.tsx'
import { defineRoute } from '../../render/page.ts'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('gameTitle'), description: t('gameText') }),
  View: Game,
})

function Game() {
  return <SimplePage page="game" icon="gamepad" />
}
