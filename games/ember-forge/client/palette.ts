// Ember Forge: black iron and old gold in the glow of the hearth; the light comes from below left, the moon has no say.

import type { Light, Material } from '#games/art/drawing.ts'

export const light: Light = { x: -0.5, y: 0.75 }
export const shadow = '#050102'

const soot = '#0d0406'

export const iron: Material = {
  fill: ['#ffb27a', '#8a5a5c', '#4a3a48', '#8b8794'],
  rim: '#ffcf8f',
  shade: '#120a12',
  outline: soot,
}
export const blade: Material = {
  fill: ['#ffd9a0', '#c4b4b6', '#6c7488', '#e6ecf4'],
  rim: '#ffe7c0',
  shade: '#2a2436',
  outline: soot,
}
export const gold: Material = {
  fill: ['#fff3b0', '#ffb62e', '#9c4d12', '#e79a30'],
  rim: '#fff9d8',
  shade: '#4d1e08',
  outline: soot,
}
export const leather: Material = {
  fill: ['#e2854a', '#8a3d24', '#3e1a1a'],
  rim: '#ffc58a',
  shade: '#1c0a0c',
  outline: soot,
}
export const ruby: Material = {
  fill: ['#ffb09a', '#e8263c', '#6d0a2c'],
  rim: '#fff0e6',
  shade: '#3a0418',
  outline: soot,
}
export const crimson: Material = {
  fill: ['#ff8a4a', '#b81f2c', '#5a0c22'],
  rim: '#ffd09a',
  shade: '#2c0612',
  outline: soot,
}
export const coal: Material = {
  fill: ['#c4562a', '#4a3338', '#1e181f'],
  rim: '#ff9a4a',
  shade: '#080406',
  outline: '#050203',
}
export const fire: Material = {
  fill: ['#fffad0', '#ffcf3f', '#ff7a1a', '#d92310'],
  rim: '#ffffff',
  shade: '#b01a08',
  outline: '#5a0d06',
}
export const hot: Material = {
  fill: ['#fffbe0', '#ffd35a', '#ff7a22', '#c02a14'],
  rim: '#ffffff',
  shade: '#8f1a0c',
  outline: '#3a0a06',
}
