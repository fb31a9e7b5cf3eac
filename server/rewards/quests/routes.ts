/** Endpoints of quests and the verbs behind them. */
import * as contract from '#contract/quests.ts'
import { bind } from '../../kernel/http/bind.ts'
import { activateQuest } from './activate-quest.ts'
import { cancelPlayerQuest } from './cancel-player-quest.ts'
import { claimPlayerQuest } from './claim-player-quest.ts'
import { listPlayerQuests } from './list-player-quests.ts'
import { listQuests } from './list-quests.ts'

export const routes = [
  bind(contract.listQuests, listQuests),
  bind(contract.listPlayerQuests, listPlayerQuests),
  bind(contract.activateQuest, activateQuest),
  bind(contract.cancelPlayerQuest, cancelPlayerQuest),
  bind(contract.claimPlayerQuest, claimPlayerQuest),
]
