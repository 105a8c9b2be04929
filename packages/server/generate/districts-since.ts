/** What has happened to districts since 2017, when the boundaries were drawn; the codes are those of seed/regions.json. */

const renames = `
3402 芜湖县 湾沚区, 3402 三山区 弋江区, 3504 梅列区 三元区, 3504 沙县 沙县区, 4501 横县 横州市, 5202 盘县 盘州市,
1302 滦县 滦州市, 1305 桥东区 襄都区, 1305 桥西区 信都区, 1305 任县 任泽区, 4103 吉利区 孟津区, 4302 株洲县 渌口区,
3206 港闸区 崇川区, 3604 九江县 柴桑区, 3611 上饶县 广信区, 3701 莱城区 莱芜区, 3706 长岛县 蓬莱区,
1404 城区 潞州区, 1404 郊区 潞州区, 1404 长治县 上党区, 1402 大同县 云州区, 1402 矿区 云冈区, 6104 彬县 彬州市,
5115 宜宾县 叙州区, 5406 那曲县 色尼区, 3301 下城区 拱墅区, 2307 伊春区 伊美区, 2307 美溪区 伊美区,
2307 乌马河区 乌翠区, 2307 翠峦区 乌翠区, 2307 西林区 金林区, 2307 金山屯区 金林区, 2307 上甘岭区 友好区,
2307 汤旺河区 汤旺县, 2307 乌伊岭区 汤旺县, 2307 红星区 丰林县, 2307 新青区 丰林县, 2307 五营区 丰林县,
2307 带岭区 大箐山县, 2203 公主岭市 220184, 6540 可克达拉市 659008, 6532 昆玉市 659009`

/** The first digits of the city and the name as drawn, to the name of today, or the code where the city is another: raised or merged as a whole. */
export const renamed = new Map(
  renames
    .split(',')
    .map((line) => line.trim().split(' '))
    .map(([start = '', was = '', is = '']) => [`${start} ${was}`, is]),
)

/** Parted since, so that what was drawn says too much: 萧山, 余杭, 新建, 宝安, 苍南. A place there is known by its city. */
export const districtSince: ReadonlySet<string> = new Set(['330109', '330110', '360112', '440306', '330327'])
