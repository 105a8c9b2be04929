// Runs before anything is painted, so that a phone never sees the buttons of another.

const { userAgent, maxTouchPoints } = navigator
// an iPad calls itself a Mac, but no Mac is touched
const isIos = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
const isAndroid = /Android|HarmonyOS/.test(userAgent)

const { dataset } = document.documentElement
dataset.device = isIos ? 'ios' : isAndroid ? 'android' : 'desktop'
// WeChat's own browser opens no store and saves no package
if (/MicroMessenger/.test(userAgent) && dataset.device !== 'desktop') dataset.outside = ''
