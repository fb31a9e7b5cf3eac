import type { TournamentState } from '#contract/tournaments.ts'
import { Badge, type BadgeTone } from '../../design/badge/badge.tsx'
import { useLabels } from '../../render/labels.tsx'

const tones: Record<TournamentState, BadgeTone> = {
  published: 'info',
  running: 'accent',
  finalising: 'warning',
  finished: 'neutral',
  cancelled: 'neutral',
}

export function StateBadge({ state }: { state: TournamentState }) {
  const t = useLabels('tournaments')
  return <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>
}
