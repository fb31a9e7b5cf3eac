/** Markers of harm and households. Other contexts import only this file. */
export { seedHousehold } from './households/seed.ts'
