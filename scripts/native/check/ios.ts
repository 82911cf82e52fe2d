import { readFileSync } from 'node:fs';
import { parse } from 'plist';
import xcode from 'xcode';
import { app } from '#app';
import { type Check, expect } from './check.ts';

const APP = 'ios/App/App';
const PROJECT = 'ios/App/App.xcodeproj/project.pbxproj';

const parsed = (file: string) =>
  parse(readFileSync(`${APP}/${file}`, 'utf8')) as Record<string, unknown>;

export const iosChecks: Check[] = [
  {
    name: 'iOS: Info.plist parses, explains camera and photos, and sets the light theme and all orientations',
    run() {
      const info = parsed('Info.plist');
      for (const key of ['NSCameraUsageDescription', 'NSPhotoLibraryUsageDescription'])
        expect(String(info[key] ?? '').length > 10, `${key} has no text`);
      expect(info.CFBundleDisplayName === app.name, 'the name differs from app.config.ts');
      expect(info.UIUserInterfaceStyle === 'Light', 'the app is not always light');
      expect(info.NSAppTransportSecurity === undefined, 'plain HTTP is allowed somewhere');
      const orientations = String(info.UISupportedInterfaceOrientations);
      expect(
        /Portrait/.test(orientations) && /Landscape/.test(orientations),
        'an orientation is missing',
      );
    },
  },
  {
    name: 'iOS: the entitlements parse and contain the links of emails',
    run() {
      const domains = parsed('App.entitlements')['com.apple.developer.associated-domains'];
      expect(String(domains) === `applinks:${app.host}`, `they contain ${domains}`);
    },
  },
  {
    name: 'iOS: the privacy manifest parses, says that nothing is tracked and gives a reason for reading file times',
    run() {
      const privacy = parsed('PrivacyInfo.xcprivacy');
      expect(privacy.NSPrivacyTracking === false, 'tracking is not set to false');
      const collected = privacy.NSPrivacyCollectedDataTypes as { [key: string]: unknown }[];
      expect(collected.length > 0, 'it lists no data');
      for (const { NSPrivacyCollectedDataTypeTracking: tracking } of collected)
        expect(tracking === false, 'data is used for tracking');
      // The file plugin reads the times of the app's own files; the App Store asks for a reason.
      const accessed = privacy.NSPrivacyAccessedAPITypes as { [key: string]: unknown }[];
      const fileTimes = accessed.find(
        ({ NSPrivacyAccessedAPIType: type }) =>
          type === 'NSPrivacyAccessedAPICategoryFileTimestamp',
      );
      expect(
        String(fileTimes?.NSPrivacyAccessedAPITypeReasons) === 'C617.1',
        'the reason for reading file times is missing',
      );
    },
  },
  {
    name: 'iOS: the Xcode project parses, for iOS 15.5, with entitlements and privacy manifest in the app',
    run() {
      const project = xcode.project(PROJECT).parseSync();
      expect(project.getFirstTarget().firstTarget.name === 'App', 'there is no target App');
      expect(
        Boolean(project.hasFile('PrivacyInfo.xcprivacy')),
        'PrivacyInfo.xcprivacy is not in it',
      );
      const resources = project.pbxResourcesBuildPhaseObj().files.map(({ comment }) => comment);
      expect(
        resources.includes('PrivacyInfo.xcprivacy in Resources'),
        'the privacy manifest is not copied into the app',
      );
      const configurations = Object.values(project.pbxXCBuildConfigurationSection())
        .map((configuration) => configuration.buildSettings)
        .filter((settings) => settings?.INFOPLIST_FILE);
      expect(configurations.length === 2, 'Debug or Release is missing');
      for (const settings of configurations) {
        expect(
          settings?.CODE_SIGN_ENTITLEMENTS === 'App/App.entitlements',
          'a configuration signs without entitlements',
        );
        expect(
          Number(settings?.IPHONEOS_DEPLOYMENT_TARGET) === 15.5,
          'a configuration is not for iOS 15.5',
        );
      }
    },
  },
];
