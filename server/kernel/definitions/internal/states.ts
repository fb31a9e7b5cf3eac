/** The states of a version of a definition; it only moves forward. */
import { machine } from '../../machine.ts'

export type DefinitionState = 'draft' | 'scheduled' | 'active' | 'ended' | 'archived'

export const definitionStates = machine<DefinitionState, 'scheduled' | 'started' | 'ended' | 'archived'>('definition', {
  draft: {
    scheduled: { to: 'scheduled', by: ['operator', 'system'] },
    archived: { to: 'archived', by: ['operator'] },
  },
  scheduled: {
    started: { to: 'active', by: ['system'] },
    archived: { to: 'archived', by: ['operator'] },
  },
  active: { ended: { to: 'ended', by: ['operator', 'system'] } },
  ended: { archived: { to: 'archived', by: ['operator'] } },
  archived: {},
})
