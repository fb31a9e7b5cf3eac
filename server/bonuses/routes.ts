import * as contract from '#contract/bonuses.ts'
import { bind } from '../kernel/http/bind.ts'
import { activatePlayerBonus, activatePlayerFreespin } from './activate-player-bonus.ts'
import { addBonusCode } from './add-bonus-code.ts'
import { cancelPlayerBonus, cancelPlayerFreespin } from './cancel-player-bonus.ts'
import { listBonusCodes } from './list-bonus-codes.ts'
import { listBonuses } from './list-bonuses.ts'
import { listPlayerBonuses, listPlayerFreespins } from './list-player-bonuses.ts'
import { readBonusPage } from './read-bonus-page.ts'
import { readBonusStatus } from './read-bonus-status.ts'
import { removeBonusCode } from './remove-bonus-code.ts'

export const routes = [
  bind(contract.listBonuses, listBonuses),
  bind(contract.readBonusPage, readBonusPage),
  bind(contract.readBonusStatus, readBonusStatus),
  bind(contract.listBonusCodes, listBonusCodes),
  bind(contract.addBonusCode, addBonusCode),
  bind(contract.removeBonusCode, removeBonusCode),
  bind(contract.listPlayerBonuses, listPlayerBonuses),
  bind(contract.activatePlayerBonus, activatePlayerBonus),
  bind(contract.cancelPlayerBonus, cancelPlayerBonus),
  bind(contract.listPlayerFreespins, listPlayerFreespins),
  bind(contract.activatePlayerFreespin, activatePlayerFreespin),
  bind(contract.cancelPlayerFreespin, cancelPlayerFreespin),
]
