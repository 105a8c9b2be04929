import type { LegalText } from './section.ts'

export const privacyEn: LegalText = {
  title: 'Privacy policy',
  description:
    'What we collect, how we use and protect it, and how to ask for it: answers within 15 working days in mainland China and 30 calendar days elsewhere.',
  effective: 'Version of 21 November 2026',
  intro:
    'This policy says how the Wattkeeper operations platform and its companion mobile app handle your personal data. We collect only what the service needs, do not sell personal data, and do not use it for advertising that has nothing to do with the service.',
  contents: 'Contents',
  otherLanguage: '中文',
  companion: 'Terms of use',
  sections: [
    {
      heading: 'What we collect',
      text: [
        'To provide the service we handle:',
        [
          'Account data: name, login name, phone number, organisation and roles; of the password only a hash that cannot be reversed.',
          'Device data: code, model, place, operating data, alarms and logs of the devices that you have bound or manage.',
          'Records of use: time, content, network address and kind of browser of sign-ins and actions, for security audits.',
          'What you give us: for example feedback, and the files that you upload.',
        ],
        'The app may ask for these permissions. You may refuse each of them and go on using everything else: camera (to scan a device’s code), Bluetooth and location (to set up a device nearby), notifications (for alarms).',
      ],
    },
    {
      heading: 'How we use it',
      text: [
        'To sign you in and check what you may do, to show and control devices, to raise alarms, to find faults, to keep the service secure, to meet legal duties and, without identities, for statistics and improvement. For any other purpose we ask for your consent first.',
        'The legal bases are your consent, the contract with you or your organisation, legal duties, and our legitimate interest in the safety of the service and the devices.',
      ],
    },
    {
      heading: 'Cookies and local storage',
      text: [
        'The web console uses only the cookies that a login needs, and local storage for preferences such as language, theme and columns. There is no tracking by third parties. Public pages such as this one set no cookie at all.',
      ],
    },
    {
      heading: 'Sharing and disclosure',
      text: [
        'Administrators of your organisation and of the platform can see your account data. We give personal data to others only with your separate consent; to providers who process it for us and by our instructions (such as maps, text messages and hosting); where the law, a court or an authority requires it; or where it is necessary to protect life and property. We do not publish personal data.',
      ],
    },
    {
      heading: 'Where and how long it is kept',
      text: [
        'Data is stored in the region in which the operator runs the service. Where it has to cross borders, we obtain the consent and take the measures that the law asks for.',
        'Account data is kept until the account is deleted, audit records for 400 days, operating data of devices for the period set for the platform, after which it is deleted automatically. Longer periods required by law prevail.',
      ],
    },
    {
      heading: 'Security',
      text: [
        'We use encrypted connections, hashed passwords and secrets, separation by organisation and data scope, a second factor, and audits. If a breach concerns your data, we inform you and the authorities as the law requires.',
      ],
    },
    {
      heading: 'Your rights',
      text: [
        'You may ask for access, a copy, correction, completion and deletion of your data, withdraw consent, delete your account, have our rules explained and, where the law provides for it, restrict the processing, have data transferred, and object to automated decisions.',
        'You can do so in the app or by writing to {email}. To protect you we may first verify who you are.',
        'We answer requests from accounts in mainland China within 15 working days, and from accounts everywhere else within 30 calendar days. Reasonable requests are free of charge. If you are not satisfied with the answer, you may complain to your local authority.',
      ],
    },
    {
      heading: 'Children',
      text: [
        'The service is meant for adults. We do not offer accounts to children under the age of 14 and do not knowingly collect their data. If you are a guardian and learn that a child under 14 has given us data, write to {email} and we will delete it as soon as possible.',
      ],
    },
    {
      heading: 'Changes to this policy',
      text: [
        'We may update this policy and then publish it here with a new version date. Significant changes, such as new purposes, kinds of data or recipients, are announced clearly in the app or on the login page; where consent is needed, we ask for it again.',
      ],
    },
    {
      heading: 'Contact',
      text: ['For everything about personal data: {email}.'],
    },
  ],
}
