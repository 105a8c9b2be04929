import type { Spot } from '../weather.ts'

/** A district or city where devices stand, with streets to stand in. */
export interface Place extends Spot {
  readonly regionCode: string
  readonly city: string
  readonly streets: readonly [string, ...string[]]
  /** Street before number, as in Chinese addresses, or after it. */
  readonly style: 'chinese' | 'western'
}

type Row = readonly [regionCode: string, city: string, latitude: number, longitude: number, streets: string]

const chinese: readonly Row[] = [
  ['440305', '广东省深圳市南山区', 22.533, 113.93, '科技园路 桃园路 创业路 学府路'],
  ['440304', '广东省深圳市福田区', 22.541, 114.06, '深南大道 福华路 红荔路 彩田路'],
  ['330106', '浙江省杭州市西湖区', 30.26, 120.13, '文三路 天目山路 古墩路 教工路'],
  ['330110', '浙江省杭州市余杭区', 30.42, 120.3, '文一西路 五常大道 良睦路 荆长路'],
  ['510104', '四川省成都市锦江区', 30.657, 104.083, '红星路 东大街 静居寺路 锦华路'],
  ['510107', '四川省成都市武侯区', 30.642, 104.043, '武侯大道 科华路 人民南路 晋阳路'],
  ['110105', '北京市朝阳区', 39.921, 116.443, '建国路 朝阳北路 望京街 酒仙桥路'],
  ['110108', '北京市海淀区', 39.96, 116.298, '中关村大街 知春路 学院路 成府路'],
  ['310115', '上海市浦东新区', 31.221, 121.544, '世纪大道 张杨路 锦绣路 祖冲之路'],
  ['310104', '上海市徐汇区', 31.188, 121.437, '漕溪北路 衡山路 虹梅路 宜山路'],
  ['320102', '江苏省南京市玄武区', 32.048, 118.798, '中山路 珠江路 太平北路 北京东路'],
  ['420106', '湖北省武汉市武昌区', 30.554, 114.316, '中南路 武珞路 徐东大街 和平大道'],
]

const western: readonly Row[] = [
  ['US-CA', 'Sacramento', 38.582, -121.494, 'Folsom Boulevard|Freeport Boulevard|Alhambra Boulevard'],
  ['US-CA', 'San Diego', 32.716, -117.161, 'Market Street|University Avenue|El Cajon Boulevard'],
  ['US-TX', 'Austin', 30.267, -97.743, 'South Lamar Boulevard|Guadalupe Street|Burnet Road'],
  ['US-AZ', 'Phoenix', 33.448, -112.074, 'Camelback Road|Indian School Road|Thomas Road'],
  ['DE', 'Freiburg im Breisgau', 47.999, 7.842, 'Kaiser-Joseph-Straße|Habsburgerstraße|Basler Straße'],
  ['DE', 'Leipzig', 51.34, 12.374, 'Karl-Liebknecht-Straße|Georg-Schumann-Straße|Eisenbahnstraße'],
  ['AT', 'Graz', 47.071, 15.438, 'Annenstraße|Conrad-von-Hötzendorf-Straße|Wiener Straße'],
  ['NL', 'Utrecht', 52.091, 5.122, 'Amsterdamsestraatweg|Biltstraat|Kanaalstraat'],
  ['IT', 'Bologna', 44.494, 11.343, 'Via Emilia Ponente|Via San Donato|Via Andrea Costa'],
  ['ES', 'Valencia', 39.47, -0.376, 'Avinguda del Port|Carrer de Colón|Avinguda de França'],
]

const placeOf = ([regionCode, city, latitude, longitude, streets]: Row, style: Place['style']): Place => {
  const [first = city, ...others] = streets.split(style === 'chinese' ? ' ' : '|')
  return { regionCode, city, latitude, longitude, style, streets: [first, ...others] }
}

export const places: readonly Place[] = [
  ...chinese.map((row) => placeOf(row, 'chinese')),
  ...western.map((row) => placeOf(row, 'western')),
]

export function placesIn(...regionCodes: readonly string[]): readonly Place[] {
  return places.filter(({ regionCode }) => regionCodes.includes(regionCode))
}
