// Night Express: brass, burgundy and midnight blue under the lamps of a platform; the light comes from above left.

import type { Light, Material } from '#games/art/drawing.ts'

export const light: Light = { x: -0.5, y: -0.85 }
export const shadow = '#03040f'

const night = '#080b20'

export const brass: Material = {
  fill: ['#fff3c0', '#e8bf62', '#9a6a24', '#f2d48a'],
  rim: '#fffbe4',
  shade: '#4d2e0a',
  outline: '#241304',
}
export const gold: Material = {
  fill: ['#fffbd8', '#ffd65a', '#d08a16', '#ffe48a'],
  rim: '#ffffff',
  shade: '#7c4606',
  outline: '#3a1e02',
}
export const steel: Material = {
  fill: ['#b8c6e4', '#56658f', '#222a52', '#7484b0'],
  rim: '#e6eeff',
  shade: '#0c1030',
  outline: night,
}
export const coal: Material = {
  fill: ['#5a6690', '#242a4e', '#0c1026'],
  rim: '#9fb0dc',
  shade: '#04061a',
  outline: '#02030e',
}
export const burgundy: Material = {
  fill: ['#f08a84', '#a82a40', '#560c24'],
  rim: '#ffc8bc',
  shade: '#2e0414',
  outline: '#1c020c',
}
export const leather: Material = {
  fill: ['#f0b070', '#a8602c', '#5a2c12'],
  rim: '#ffdcae',
  shade: '#301406',
  outline: '#1c0a02',
}
export const navy: Material = {
  fill: ['#7c90dc', '#2e3f8c', '#141c4e'],
  rim: '#c0ccff',
  shade: '#0a0e2e',
  outline: night,
}
export const china: Material = {
  fill: ['#ffffff', '#f2ecde', '#c4b8a8'],
  rim: '#ffffff',
  shade: '#857868',
  outline: '#2a2230',
}
export const card: Material = {
  fill: ['#fff6dc', '#f0dcae', '#cfae78'],
  rim: '#ffffff',
  shade: '#927040',
  outline: '#3a2410',
}
export const green: Material = {
  fill: ['#eaffd8', '#5fe08a', '#0f8a4c'],
  rim: '#ffffff',
  shade: '#04502a',
  body: 'round',
  outline: '#022a14',
}
export const red: Material = {
  fill: ['#ffe0d0', '#f0503c', '#9a1018'],
  rim: '#ffffff',
  shade: '#50040c',
  body: 'round',
  outline: '#2a0206',
}
