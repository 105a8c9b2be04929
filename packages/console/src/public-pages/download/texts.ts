import type { DownloadLanguage } from '@wattkeeper/contracts/public-pages'

export interface DownloadTexts {
  /** The language's own name. */
  readonly name: string
  readonly title: string
  readonly lead: string
  readonly points: readonly [string, string, string]
  readonly android: string
  readonly ios: string
  readonly scan: string
  readonly busy: string
  readonly missing: string
  readonly missingIos: string
  readonly failed: string
  readonly openOutside: string
  readonly languages: string
  readonly privacy: string
  readonly agreement: string
}

export const downloadTexts: Readonly<Record<DownloadLanguage, DownloadTexts>> = {
  zh: {
    name: '简体中文',
    title: '{app} App 下载',
    lead: '随时掌握您的储能设备：电量、功率与告警，一目了然。',
    points: ['实时查看电量与功率', '远程开关每一路输出', '异常第一时间提醒'],
    android: '下载 Android 版',
    ios: '前往 App Store',
    scan: '用手机扫码下载',
    busy: '请稍候…',
    missing: 'Android 版尚未发布，请稍后再来。',
    missingIos: 'iOS 版尚未上架，请稍后再来。',
    failed: '暂时无法获取下载地址，请检查网络后重试。',
    openOutside: '请点击右上角菜单，选择“在浏览器中打开”后下载。',
    languages: '语言',
    privacy: '隐私政策',
    agreement: '用户协议',
  },
  en: {
    name: 'English',
    title: 'Get the {app} app',
    lead: 'Your energy storage in your pocket: charge, power and alarms at a glance.',
    points: [
      'See charge and power live',
      'Switch every output from afar',
      'Know at once when something is wrong',
    ],
    android: 'Download for Android',
    ios: 'Open the App Store',
    scan: 'Scan with your phone',
    busy: 'One moment…',
    missing: 'The Android version has not been released yet. Please come back later.',
    missingIos: 'The iOS version is not in the store yet. Please come back later.',
    failed: 'The download address cannot be fetched right now. Check the connection and try again.',
    openOutside: 'Tap the menu in the top corner and choose “Open in browser” to download.',
    languages: 'Language',
    privacy: 'Privacy policy',
    agreement: 'Terms of use',
  },
  es: {
    name: 'Español',
    title: 'Descargar la app {app}',
    lead: 'Su almacenamiento de energía en el bolsillo: carga, potencia y alarmas de un vistazo.',
    points: ['Carga y potencia en directo', 'Cada salida, a distancia', 'Avisos en cuanto algo falla'],
    android: 'Descargar para Android',
    ios: 'Abrir el App Store',
    scan: 'Escanee con el teléfono',
    busy: 'Un momento…',
    missing: 'La versión para Android todavía no está publicada. Vuelva más tarde.',
    missingIos: 'La versión para iOS todavía no está en la tienda. Vuelva más tarde.',
    failed: 'Ahora no se puede obtener la dirección de descarga. Compruebe la conexión e inténtelo de nuevo.',
    openOutside: 'Toque el menú de la esquina superior y elija «Abrir en el navegador» para descargar.',
    languages: 'Idioma',
    privacy: 'Política de privacidad',
    agreement: 'Condiciones de uso',
  },
  fr: {
    name: 'Français',
    title: 'Télécharger l’application {app}',
    lead: 'Votre stockage d’énergie dans la poche : charge, puissance et alarmes d’un coup d’œil.',
    points: [
      'Charge et puissance en direct',
      'Chaque sortie, à distance',
      'Prévenu dès que quelque chose ne va pas',
    ],
    android: 'Télécharger pour Android',
    ios: 'Ouvrir l’App Store',
    scan: 'Scannez avec votre téléphone',
    busy: 'Un instant…',
    missing: 'La version Android n’est pas encore publiée. Revenez plus tard.',
    missingIos: 'La version iOS n’est pas encore disponible. Revenez plus tard.',
    failed: 'Impossible d’obtenir l’adresse de téléchargement. Vérifiez la connexion et réessayez.',
    openOutside: 'Touchez le menu en haut et choisissez « Ouvrir dans le navigateur » pour télécharger.',
    languages: 'Langue',
    privacy: 'Politique de confidentialité',
    agreement: 'Conditions d’utilisation',
  },
  de: {
    name: 'Deutsch',
    title: '{app}-App herunterladen',
    lead: 'Ihr Energiespeicher in der Hosentasche: Ladung, Leistung und Alarme auf einen Blick.',
    points: [
      'Ladung und Leistung live',
      'Jeden Ausgang aus der Ferne schalten',
      'Sofort wissen, wenn etwas nicht stimmt',
    ],
    android: 'Für Android herunterladen',
    ios: 'App Store öffnen',
    scan: 'Mit dem Telefon scannen',
    busy: 'Einen Moment …',
    missing: 'Die Android-Version ist noch nicht erschienen. Bitte schauen Sie später wieder vorbei.',
    missingIos: 'Die iOS-Version ist noch nicht im Store. Bitte schauen Sie später wieder vorbei.',
    failed: 'Die Download-Adresse ist gerade nicht abrufbar. Bitte Verbindung prüfen und erneut versuchen.',
    openOutside: 'Tippen Sie oben auf das Menü und wählen Sie „Im Browser öffnen“, um herunterzuladen.',
    languages: 'Sprache',
    privacy: 'Datenschutz',
    agreement: 'Nutzungsbedingungen',
  },
  it: {
    name: 'Italiano',
    title: 'Scarica l’app {app}',
    lead: 'Il tuo accumulo di energia in tasca: carica, potenza e allarmi a colpo d’occhio.',
    points: ['Carica e potenza in tempo reale', 'Ogni uscita, a distanza', 'Avvisi appena qualcosa non va'],
    android: 'Scarica per Android',
    ios: 'Apri l’App Store',
    scan: 'Inquadra con il telefono',
    busy: 'Un attimo…',
    missing: 'La versione Android non è ancora disponibile. Torna più tardi.',
    missingIos: 'La versione iOS non è ancora nello store. Torna più tardi.',
    failed: 'Ora non è possibile ottenere l’indirizzo di download. Controlla la connessione e riprova.',
    openOutside: 'Tocca il menu in alto e scegli «Apri nel browser» per scaricare.',
    languages: 'Lingua',
    privacy: 'Informativa sulla privacy',
    agreement: 'Condizioni d’uso',
  },
  ja: {
    name: '日本語',
    title: '{app} アプリのダウンロード',
    lead: '蓄電設備の残量・出力・警報を、いつでも手元で確認できます。',
    points: ['残量と出力をリアルタイム表示', '各出力を遠隔で操作', '異常をすぐにお知らせ'],
    android: 'Android 版をダウンロード',
    ios: 'App Store を開く',
    scan: 'スマートフォンで読み取る',
    busy: 'お待ちください…',
    missing: 'Android 版はまだ公開されていません。後ほどお試しください。',
    missingIos: 'iOS 版はまだ公開されていません。後ほどお試しください。',
    failed: 'ダウンロード先を取得できません。接続を確認して、もう一度お試しください。',
    openOutside: '右上のメニューから「ブラウザで開く」を選んでダウンロードしてください。',
    languages: '言語',
    privacy: 'プライバシーポリシー',
    agreement: '利用規約',
  },
}
