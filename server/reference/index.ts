/**
 * Countries, currencies, rates, content and switches: data that belong to no player. Other contexts import only this
 * file.
 */
export { amountIn, Amounts, atRate, Decimal, inSubunits, inUnits } from './amounts.ts'
export { defineCollection, orderCollections, removeCollection } from './change-collections.ts'
export { type Brand, brandIcons } from './content/brand.ts'
export { type Content, loadContent } from './content/content.ts'
export { type MailFile, MailFrame, type TextFile } from './content/mail-texts.ts'
export { isAllowedPicture, pictureAddress } from './content/outside-pictures.ts'
export { createPictureProxy, type PictureProxy } from './content/picture-proxy.ts'
export { type Fault, faultWords, refusalWords } from './content/refusal-words.ts'
export { contentChannel, listVersions as listTextVersions, refreshContent } from './content/versions.ts'
export {
  barredCountriesOf,
  isKnownCountry,
  isOfferedCountry,
  isRegistrationBarred,
  isRestrictedGame,
  knownCountries,
  offeredCurrencyOf,
  restrictable,
  restrictionOf,
} from './country.ts'
export { baseCurrency, currencies, findCurrency } from './currencies.ts'
export { formatAmount } from './format-amount.ts'
export { unratedIn, warnOfRates } from './measure-rates.ts'
export { leaveNewerCurrencies } from './newer-currencies.ts'
export { isOfferedIn } from './offered.ts'
export { renderDocument, stylePolicy } from './internal/openapi-page.ts'
export { describeEndpoints, mountOpenapi, type OpenApi, schemaOf } from './openapi.ts'
export { exactRates, type ExactRates, type Fraction, readRateHistory, type RateHistory } from './rate-history.ts'
export { lockRates, type Rates, ratesAt, sideOf, sumExchangedUp } from './rates.ts'
export { openReference, type Reference } from './reference.ts'
export { refuseWhereRestricted } from './refuse-where-restricted.ts'
export { rollBack } from './roll-back.ts'
export { isSwitchedOffIn, readSwitches, sportsbookSwitch, switchOff, switchOn } from './switches.ts'
export { readUsableRates } from './usable-rates.ts'
export { collectionSchema, type CollectionRule, listVersions, readVersion, referenceChannel } from './versions.ts'
