; The installer for Windows, for one person, without an administrator:
;   makensis -DVERSION=0.1.0 -DPAYLOAD=dist\gpstudio -DOUTPUT=dist\setup.exe packaging\windows\gpstudio.nsi
; PAYLOAD is what packaging/freeze.sh builds there. Removing it leaves projects and settings.
Unicode true
!include "MUI2.nsh"
!include "FileFunc.nsh"

!ifndef VERSION
  !error "say which version: -DVERSION=0.1.0"
!endif
!ifndef PAYLOAD
  !error "say where the frozen program lies: -DPAYLOAD=dist\gpstudio"
!endif
!ifndef ICON
  !define ICON "${__FILEDIR__}\..\..\build\icons\gpstudio.ico"
!endif
!ifndef OUTPUT
  !define OUTPUT "gpstudio-${VERSION}-windows.exe"
!endif
!define NAME "GP Studio"
!define REMOVAL "Software\Microsoft\Windows\CurrentVersion\Uninstall\gpstudio"
!define CLASSES "Software\Classes"

Name "${NAME}"
OutFile "${OUTPUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\${NAME}"
InstallDirRegKey HKCU "${REMOVAL}" "InstallLocation"
SetCompressor /SOLID lzma
ManifestDPIAware true
BrandingText "${NAME} ${VERSION}"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "${NAME}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "${NAME} setup"
VIAddVersionKey "LegalCopyright" "GP Studio developers, MIT licence"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\GP Studio.exe"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"
!insertmacro MUI_LANGUAGE "Spanish"
!insertmacro MUI_LANGUAGE "PortugueseBR"

!macro TellTheDesktop
  ; SHCNE_ASSOCCHANGED: file types are other than they were
  System::Call "shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)"
!macroend

Section "Install"
  ; an update replaces the program's folder, and nothing of the person's
  RMDir /r "$INSTDIR\_internal"
  SetOutPath "$INSTDIR"
  File /r "${PAYLOAD}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\${NAME}.lnk" "$INSTDIR\GP Studio.exe"

  WriteRegStr HKCU "${CLASSES}\.gpstudio" "" "GPStudio.Project"
  WriteRegStr HKCU "${CLASSES}\GPStudio.Project" "" "GP Studio project"
  WriteRegStr HKCU "${CLASSES}\GPStudio.Project\DefaultIcon" "" "$INSTDIR\GP Studio.exe,0"
  WriteRegStr HKCU "${CLASSES}\GPStudio.Project\shell\open\command" "" '"$INSTDIR\GP Studio.exe" "%1"'
  ; among "Open with" for tables, never instead of what opens them now
  WriteRegStr HKCU "${CLASSES}\Applications\GP Studio.exe\shell\open\command" "" '"$INSTDIR\GP Studio.exe" "%1"'
  WriteRegStr HKCU "${CLASSES}\Applications\GP Studio.exe\SupportedTypes" ".csv" ""
  WriteRegStr HKCU "${CLASSES}\.csv\OpenWithList\GP Studio.exe" "" ""

  WriteRegStr HKCU "${REMOVAL}" "DisplayName" "${NAME}"
  WriteRegStr HKCU "${REMOVAL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${REMOVAL}" "DisplayIcon" "$INSTDIR\GP Studio.exe,0"
  WriteRegStr HKCU "${REMOVAL}" "Publisher" "GP Studio developers"
  WriteRegStr HKCU "${REMOVAL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${REMOVAL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${REMOVAL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${REMOVAL}" "NoModify" 1
  WriteRegDWORD HKCU "${REMOVAL}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${REMOVAL}" "EstimatedSize" $0
  !insertmacro TellTheDesktop
SectionEnd

Section "Uninstall"
  ; what the installer wrote, by name: a folder may hold what somebody else put there
  Delete "$INSTDIR\GP Studio.exe"
  Delete "$INSTDIR\gpstudio.exe"
  Delete "$INSTDIR\uninstall.exe"
  RMDir /r "$INSTDIR\_internal"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\${NAME}.lnk"
  DeleteRegKey HKCU "${CLASSES}\GPStudio.Project"
  DeleteRegKey HKCU "${CLASSES}\.gpstudio"
  DeleteRegKey HKCU "${CLASSES}\Applications\GP Studio.exe"
  DeleteRegKey HKCU "${CLASSES}\.csv\OpenWithList\GP Studio.exe"
  DeleteRegKey HKCU "${REMOVAL}"
  !insertmacro TellTheDesktop
SectionEnd
